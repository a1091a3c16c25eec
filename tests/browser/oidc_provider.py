"""A small provider of OpenID Connect on this machine: it says of everybody who asks that they are `email`."""

import threading
import time
from dataclasses import dataclass, field
from secrets import token_urlsafe

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import Route

from tests.browser.server import free_port

CLIENT_ID, CLIENT_SECRET = "workbench", "a secret between the two"
TOKEN_LASTS_S = 600


@dataclass
class OidcProvider:
    """Discovery, authorization code with PKCE left out, signed ID tokens. `email` and `verified` may be changed."""

    email: str = "asha@example.org"
    verified: bool = True
    port: int = field(default_factory=free_port)
    asked: list[str] = field(default_factory=list)
    """The redirect addresses that were asked for."""

    def __post_init__(self) -> None:
        self.address = f"http://127.0.0.1:{self.port}"
        self._key = RSAKey.generate_key(2048, {"kid": "k1", "use": "sig", "alg": "RS256"})
        self._nonces: dict[str, str | None] = {}
        routes = [
            Route("/.well-known/openid-configuration", self._say_endpoints),
            Route("/authorize", self._authorize),
            Route("/token", self._give_token, methods=["POST"]),
            Route("/jwks", self._say_keys),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes), host="127.0.0.1", port=self.port, log_level="warning"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> "OidcProvider":
        """Listen, and return once it does."""
        self._thread.start()
        latest = time.monotonic() + 30
        while not self._server.started:
            if time.monotonic() > latest:
                raise RuntimeError(f"The provider does not listen on {self.address}")
            time.sleep(0.05)
        return self

    def stop(self) -> None:
        """Listen no more."""
        self._server.should_exit = True
        self._thread.join(timeout=10)

    def secrets(self, workbench: str) -> str:
        """What Streamlit's secrets say so that the workbench at this address signs in here."""
        return (
            "[auth]\n"
            f'redirect_uri = "{workbench}/oauth2callback"\n'
            'cookie_secret = "a secret of the browser tests, long enough"\n'
            f'client_id = "{CLIENT_ID}"\n'
            f'client_secret = "{CLIENT_SECRET}"\n'
            f'server_metadata_url = "{self.address}/.well-known/openid-configuration"\n'
        )

    async def _say_endpoints(self, _request: Request) -> JSONResponse:
        paths = {
            "authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/jwks",
        }  # fmt: skip
        return JSONResponse(
            {name: self.address + path for name, path in paths.items()}
            | {
                "issuer": self.address,
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        )

    async def _authorize(self, request: Request) -> RedirectResponse:
        asked, code = request.query_params, token_urlsafe(16)
        self.asked.append(asked["redirect_uri"])
        self._nonces[code] = asked.get("nonce")
        return RedirectResponse(f"{asked['redirect_uri']}?code={code}&state={asked['state']}")

    async def _give_token(self, request: Request) -> JSONResponse:
        form = await request.form()
        if (code := str(form["code"])) not in self._nonces:
            return JSONResponse({"error": "invalid_grant"}, status_code=400)
        now = int(time.time())
        claims = {
            "iss": self.address, "aud": CLIENT_ID, "sub": self.email, "email": self.email,
            "email_verified": self.verified, "iat": now, "exp": now + TOKEN_LASTS_S,
            "nonce": self._nonces.pop(code),
        }  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": "k1"}, claims, self._key)
        return JSONResponse(
            {"access_token": "none", "token_type": "Bearer", "expires_in": TOKEN_LASTS_S, "id_token": token}
        )

    async def _say_keys(self, _request: Request) -> JSONResponse:
        return JSONResponse({"keys": [self._key.as_dict(private=False)]})

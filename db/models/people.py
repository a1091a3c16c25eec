"""Who works here."""

from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base


class Person(Base):
    """Somebody with a code (A01, E01, L01), a name and roles (`annotator`, `expert`, `lead`)."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    roles: Mapped[Any] = mapped_column(JSON)
    active: Mapped[bool] = mapped_column(server_default="1")

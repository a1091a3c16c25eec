// What is typed and not sent yet is kept in this browser under `data.keep` (person, plan, round): it is there again after a
// reload, a restart of the server or a closed tab.

const KEPT = "workbench/kept/";

const keptText = (keep, key) => localStorage.getItem(`${KEPT}${keep}/${key}`) || "";

function keepText(keep, key, text) {
  if (text) localStorage.setItem(`${KEPT}${keep}/${key}`, text);
  else localStorage.removeItem(`${KEPT}${keep}/${key}`);
}

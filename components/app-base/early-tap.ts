/**
 * Before anything is drawn: the server drew its own branch, and this device may have chosen another one or another server,
 * whose page it is then not. `ChosenServer` shows it as soon as that is known.
 */
export const CHOSEN_ELSEWHERE = `try {
  if (localStorage.API_BASE || /[?&](apiBase|city|service)=/.test(location.search)) {
    document.documentElement.dataset.elsewhere = "";
  }
} catch (_) {}`;

/**
 * Stands in the page before its code: a button that the server drew and somebody pressed before anything listens is
 * marked, and pressed once more when the page is ready (see use-early-tap.ts). The last one counts.
 */
export const EARLY_TAP = `document.addEventListener("click", function (event) {
  if (document.documentElement.dataset.listens) return;
  var button = event.target instanceof Element && event.target.closest("button");
  if (!button) return;
  document.querySelectorAll("[data-pressed-early]").forEach(function (one) { one.removeAttribute("data-pressed-early"); });
  button.setAttribute("data-pressed-early", "");
}, true);`;

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
 * marked, and pressed once more when the page is ready (see use-early-tap.ts). The last one counts. A press is of what the
 * finger came down on: what this device alone knows, as tables that are not finished, moves the page when it is first drawn.
 */
export const EARLY_TAP = `(function () {
  var pressed = null;
  function listens() { return document.documentElement.dataset.listens; }
  function buttonAt(target) { return target instanceof Element ? target.closest("button") : null; }
  document.addEventListener("pointerdown", function (event) {
    pressed = listens() ? null : buttonAt(event.target);
  }, true);
  document.addEventListener("click", function (event) {
    var before = event.detail > 0 ? pressed : null;
    var button = before || buttonAt(event.target);
    pressed = null;
    if (before && !before.contains(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (listens()) return before.click();
    }
    if (listens() || !button) return;
    document.querySelectorAll("[data-pressed-early]").forEach(function (one) { one.removeAttribute("data-pressed-early"); });
    button.setAttribute("data-pressed-early", "");
  }, true);
})();`;

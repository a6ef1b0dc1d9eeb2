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
 * marked, and pressed once more when the page is ready (see early-taps-replay.ts). The last one counts. A press is of what the
 * finger came down on: what this device alone knows, as tables that are not finished, moves the page when it is first drawn.
 * A link waits too: followed by the browser, it would leave the page for one that may not come.
 */
export const EARLY_TAP = `(function () {
  var pressed = null;
  function listens() { return document.documentElement.dataset.listens; }
  function buttonAt(target) { return target instanceof Element ? target.closest("button, a[href^='/']") : null; }
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
    if (button.tagName === "A") event.preventDefault();
    document.querySelectorAll("[data-pressed-early]").forEach(function (one) { one.removeAttribute("data-pressed-early"); });
    button.setAttribute("data-pressed-early", "");
  }, true);
})();`;

/**
 * A page whose own code did not come, because the network went, hears nothing and never will: it says so, and is opened anew
 * as soon as its server answers. Without any of our code or style sheets, which may be what is missing.
 */
export const NOT_WHOLE = `(function () {
  var root = document.documentElement, note = null;
  function look() {
    if (root.dataset.listens) return note.remove();
    fetch("/api/health", { cache: "no-store" }).then(function (answer) {
      if (answer.ok && !root.dataset.listens) return location.reload();
      throw 0;
    }).catch(function () { setTimeout(look, 2000); });
  }
  function tell() {
    if (note || root.dataset.listens || !document.body) return;
    note = document.createElement("p");
    note.setAttribute("role", "status");
    note.textContent = "The network went before all of this page came. It opens by itself when the server answers.";
    note.style.cssText = "position:fixed;inset:auto 0 0 0;z-index:9999;margin:0;padding:16px;text-align:center;background:#8a3508;color:#fff;font:500 16px/24px sans-serif";
    document.body.append(note);
    setTimeout(look, 1000);
  }
  window.addEventListener("error", function (event) {
    if (event.target instanceof HTMLScriptElement && /\\/_next\\//.test(event.target.src)) {
      if (document.body) tell(); else addEventListener("DOMContentLoaded", tell);
    }
  }, true);
})();`;

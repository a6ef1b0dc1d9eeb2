/** What one visit of Home showed; milliseconds since it was asked for, and bytes as they came over the line. */
export interface ScreenTimes {
  /** New table could be seen, and was pressed at once. */
  shown: number | null;
  /** Its dialog could be seen. */
  works: number | null;
  /** The sum of all layout shifts. */
  shift: number;
  /** Of everything until New table had opened, and of the scripts alone. */
  bytes: number;
  scripts: number;
  /** Of each of these files. */
  files: number[];
  /** Each tap, from the finger to the first frame after a change, and what was tapped. */
  taps: { ms: number; what: string }[];
}

/** Runs in each page before its own code: presses New table as soon as Home shows it, and writes down what happens. */
export function watchScreen(): void {
  const times: ScreenTimes = { shown: null, works: null, shift: 0, bytes: 0, scripts: 0, files: [], taps: [] };
  /** When Home was asked for: with the page, or by the sign-in page, which leads there without a load. */
  let since: number | null = window.location.pathname === "/" ? 0 : null;
  if (since === 0) (window as Window & { screenTimes?: ScreenTimes }).screenTimes = times;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) times.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });

  const isSeen = (element: Element | null | undefined) => Boolean(element && element.getBoundingClientRect().height > 0);
  const look = () => {
    if (since === null && window.location.pathname === "/") {
      since = performance.now();
      (window as Window & { screenTimes?: ScreenTimes }).screenTimes = times;
    }
    if (since === null) return requestAnimationFrame(look);
    const button = [...document.querySelectorAll<HTMLElement>("nav[aria-label=Bottom] button")].find(
      (one) => one.getAttribute("aria-label") === "New table",
    );
    if (times.shown === null && button && isSeen(button)) {
      times.shown = performance.now() - since;
      button.click();
    }
    const dialog = [...document.querySelectorAll("[role=dialog], dialog[open]")].at(-1);
    if (times.shown !== null && dialog?.querySelector("input") && isSeen(dialog)) {
      times.works = performance.now() - since;
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const sum = (some: PerformanceResourceTiming[]) => some.reduce((all, file) => all + file.encodedBodySize, 0);
      times.bytes = sum(files);
      times.scripts = sum(files.filter(({ name }) => new URL(name).pathname.endsWith(".js")));
      times.files = files.map((file) => file.encodedBodySize).filter((bytes) => bytes > 0);
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  document.addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted) return;
      const button = (event.target as Element | null)?.closest("button, a, [role=radio], label");
      const what = button?.getAttribute("aria-label") ?? button?.textContent?.trim().slice(0, 40) ?? "";
      const changed = new MutationObserver(() => {
        changed.disconnect();
        requestAnimationFrame(() => setTimeout(() => times.taps.push({ ms: performance.now() - event.timeStamp, what })));
      });
      changed.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    true,
  );
}

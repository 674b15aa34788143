import type { Page } from 'playwright';

/** What a page reported of itself. */
export type Watched = {
  /** What moved by itself: half a second after the last press, once the page was idle, before anything that was fetched since had come. */
  unprovoked: string[];
  /** Where the header of a page moved with all that stands below it as late: also by the reply to the press. */
  leaps: string[];
  /** How much moved more than half a second after a press, as browsers count it: also when the reply to the press took longer. */
  moved: () => number;
  /** What of that moved farthest, in words. */
  farthest: () => string;
  /** How long each press took until its effect was drawn, in ms; those that took less than 16 count as 8. */
  interactions: () => number[];
  /** The longest of the presses on each page that was gone through. */
  longestOfPages: () => number[];
  /** The press that took longest, in words. */
  longest: () => string;
  /** Waits until what was done last is drawn and reported. */
  settle: () => Promise<void>;
};

type Seen =
  | { kind: 'shift'; what: string; value: number; isAnswer: boolean; isEffect: boolean; isProvoked: boolean; ofHeader: boolean }
  | { kind: 'press'; document: number; id: number; ms: number; page: number; what: string }
  | { kind: 'count'; document: number; presses: number };

/** What is less is 0.000 as shifts are reported: a word beside the live dot that a lost connection makes longer for a moment. */
const visibleShift = 0.0005;
/** All of a page that moves by the height of a row of buttons is more. */
const farShift = 0.1;

/** Watches all documents that a page opens from now on, each from its beginning. */
export async function watch(page: Page): Promise<Watched> {
  const unprovoked: string[] = [];
  const leaps: string[] = [];
  const moves: { value: number; what: string }[] = [];
  const presses = new Map<string, { ms: number; page: string; what: string }>();
  const counts = new Map<number, number>();
  await page.exposeBinding('seenByWalk', (_source, seen: Seen) => {
    if (seen.kind === 'shift') {
      if (!seen.isAnswer && !seen.isEffect && seen.ofHeader && seen.value >= farShift) leaps.push(seen.what);
      if (seen.isAnswer) return;
      moves.push(seen);
      if (!seen.isEffect && !seen.isProvoked && seen.value >= visibleShift) unprovoked.push(seen.what);
    } else if (seen.kind === 'count') counts.set(seen.document, seen.presses);
    else {
      const key = `${seen.document} ${seen.id}`;
      if (seen.ms > (presses.get(key)?.ms ?? 0)) presses.set(key, { ...seen, page: `${seen.document} ${seen.page}` });
    }
  });
  await page.addInitScript(observe);
  return {
    unprovoked,
    leaps,
    moved: () => moves.reduce((sum, { value }) => sum + value, 0),
    farthest: () => moves.toSorted((a, b) => b.value - a.value)[0]?.what ?? '',
    interactions: () => {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return [...[...presses.values()].map(({ ms }) => ms), ...Array.from({ length: Math.max(0, all - presses.size) }, () => 8)];
    },
    longestOfPages: () => [...Map.groupBy(presses.values(), ({ page }) => page).values()].map((of) => Math.max(...of.map(({ ms }) => ms))),
    longest: () => [...presses.values()].sort((a, b) => b.ms - a.ms)[0]?.what ?? '',
    settle: async () => {
      await page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))));
      await page.evaluate(() => (globalThis as unknown as Reporting).reportToWalk());
    },
  };
}

type Reporting = { seenByWalk: (seen: Seen) => void; reportToWalk: () => void };

/** Runs in the page. */
function observe(): void {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  type Press = PerformanceEventTiming & { interactionId: number };
  const page = globalThis as unknown as Reporting;
  const pressed: number[] = [];
  /** When what a press led to by itself was drawn: a page that has been held up draws it later than a browser takes it for the effect. */
  const drawn: number[] = [];
  const notePress = () => {
    const press = pressed.push(performance.now()) - 1;
    drawn[press] = Number.POSITIVE_INFINITY;
    const idle = (then: () => void) => requestAnimationFrame(() => requestIdleCallback(then));
    idle(() =>
      idle(() => {
        drawn[press] = performance.now();
      }),
    );
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, notePress, { capture: true });
  const isEffect = (at: number) => {
    const press = pressed.findLastIndex((each) => each <= at);
    return at <= (drawn[press] ?? 0);
  };
  /** When another page was opened: the press that led there is the former page's. */
  const opened: number[] = [];
  let address = location.pathname;
  navigation.addEventListener('currententrychange', () => {
    if (location.pathname !== address) opened.push(performance.now());
    address = location.pathname;
  });
  /** Whether something had come by then that the last press asked for, or news from elsewhere: before any press those alone. */
  const hasFetched = (at: number) => {
    const since = pressed.findLast((press) => press <= at) ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => since > 0 || new URL(name).pathname.endsWith('.data'))
      .some((each) => each.startTime >= since && (each as PerformanceResourceTiming).responseEnd <= at);
  };
  const document = performance.timeOrigin;
  /** A window may get its size when the page is there, and what stands at its lower edge moves then. */
  const resized: number[] = [];
  addEventListener('resize', () => resized.push(performance.now()));
  const wasResized = (at: number) => resized.some((each) => Math.abs(each - at) < 1_000);
  const described = (node: Node | null) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 160);
  const placed = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y].map(Math.round)}, ${[width, height].map(Math.round).join(' × ')}`;
  const ofShifts = (entries: PerformanceEntry[]) => {
    for (const { value, hadRecentInput, sources, startTime } of entries as Shift[]) {
      // Less is a right-aligned word that has another width, such as “3 min”.
      if (value < 0.0001) continue;
      // What has the same place before and after was not seen to move.
      if (sources.every(({ previousRect: was, currentRect: is }) => placed(was) === placed(is))) continue;
      const parts = sources
        .map(({ node, previousRect: was, currentRect: is }) => `${described(node)} ${placed(was)} → ${placed(is)}`)
        .join(' and ');
      page.seenByWalk({
        kind: 'shift',
        value,
        isAnswer: hadRecentInput || wasResized(startTime),
        isEffect: isEffect(startTime),
        // Up or down: buttons that come beside others move those to the left alone.
        ofHeader: sources.some(
          ({ node, previousRect, currentRect }) =>
            node instanceof Element && node.closest('main header') !== null && previousRect.top !== currentRect.top,
        ),
        isProvoked: hasFetched(startTime),
        what: `${value.toFixed(4)} at ${location.pathname}: ${parts}`,
      });
    }
  };
  const ofPresses = (entries: PerformanceEntry[]) => {
    for (const { interactionId, duration, name, target, startTime, processingStart, processingEnd } of entries as Press[]) {
      if (interactionId === 0) continue;
      const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd].map(Math.round);
      const what = `${name} on ${described(target)} at ${location.pathname}: ${parts.join(' + ')} ms until it is heard, worked on and drawn`;
      const at = opened.filter((each) => each < startTime).length;
      page.seenByWalk({ kind: 'press', document, id: interactionId, ms: duration, page: at, what });
    }
    page.seenByWalk({ kind: 'count', document, presses: (performance as unknown as { interactionCount?: number }).interactionCount ?? 0 });
  };
  const shifts = new PerformanceObserver((list) => ofShifts(list.getEntries()));
  const presses = new PerformanceObserver((list) => ofPresses(list.getEntries()));
  shifts.observe({ type: 'layout-shift', buffered: true });
  presses.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  page.reportToWalk = () => {
    ofShifts(shifts.takeRecords());
    ofPresses(presses.takeRecords());
  };
}

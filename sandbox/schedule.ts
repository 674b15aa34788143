import type { Clock } from './clock.ts';

/** Work for later, in order of its time, on one timer: tens of thousands of waiting orders cost one wake-up. */
export type Schedule = {
  at: (time: number, work: () => void) => void;
  /** Runs everything that is due now. For tests that move the clock. */
  runDue: () => void;
  stop: () => void;
};

type Entry = { time: number; place: number; work: () => void };

export function createSchedule(clock: Clock): Schedule {
  const heap: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;
  let places = 0;

  const arm = () => {
    const first = heap[0];
    if (!first || first.time >= armedFor) return;
    clearTimeout(timer);
    armedFor = first.time;
    timer = setTimeout(wake, Math.min(Math.max(0, first.time - clock.now()), 60_000));
    timer.unref();
  };
  const runDue = () => {
    for (let first = heap[0]; first && first.time <= clock.now(); first = heap[0]) {
      takeFirst(heap);
      first.work();
    }
  };
  const wake = () => {
    armedFor = Number.POSITIVE_INFINITY;
    runDue();
    arm();
  };
  return {
    at: (time, work) => {
      places += 1;
      add(heap, { time, place: places, work });
      arm();
    },
    runDue,
    stop: () => {
      clearTimeout(timer);
      heap.length = 0;
    },
  };
}

const before = (a: Entry, b: Entry) => a.time < b.time || (a.time === b.time && a.place < b.place);

function add(heap: Entry[], entry: Entry) {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Entry;
    if (!before(entry, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function takeFirst(heap: Entry[]) {
  const last = heap.pop() as Entry;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const least = right < heap.length && before(heap[right] as Entry, heap[left] as Entry) ? right : left;
    if (!before(heap[least] as Entry, last)) break;
    heap[at] = heap[least] as Entry;
    at = least;
  }
  heap[at] = last;
}

import type { Collection, Kept } from '../../../sandbox/kit/collection.ts';

/** A person counts again what has been read once, and mostly before it is booked. */
const soonMs = 3_500;

/** Has every third delivery counted again a moment after it is done with, each once. Returns what ends that. */
export function onceDone<T extends object>(
  deliveries: Collection<T>,
  isDone: (delivery: Kept<T>) => boolean,
  recount: (delivery: Kept<T>) => void,
): () => void {
  const seen = new Set<number>();
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  deliveries.onChange((_, delivery) => {
    if (isOver || seen.has(delivery.id) || !isDone(delivery)) return;
    seen.add(delivery.id);
    if (seen.size % 3 === 0) timers.push(setTimeout(() => recount(delivery), soonMs));
  });
  return () => {
    isOver = true;
    timers.forEach(clearTimeout);
  };
}

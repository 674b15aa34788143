import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type LiveEvent, listen } from './connection.ts';

/** Calls `onEvent` for each piece of news on these topics (`orders`, `order:7`, `runs`, …), and once for each after an absence. */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(onEvent);
  const key = topics.join(' ');
  useEffect(() => listen({ topics: key.split(' '), hear }), [key]);
}

/** Reads the page's loaders again when there is news, at most once in `everyMs`; the last news is never lost. */
export function useLiveReload(topics: readonly string[], everyMs = 1_500): void {
  const { revalidate } = useRevalidator();
  const reload = useThrottled(revalidate, everyMs);
  useLive(topics, reload);
}

/** At once, then at most once in `ms`, with one more at the end when asked meanwhile. */
export function useThrottled(work: () => unknown, ms: number): () => void {
  const run = useEffectEvent(work);
  const due = useRef<{ timer?: ReturnType<typeof setTimeout>; again: boolean }>({ again: false });
  useEffect(() => () => clearTimeout(due.current.timer), []);
  const throttled = useRef(() => {
    const gate = due.current;
    if (gate.timer) {
      gate.again = true;
      return;
    }
    run();
    gate.timer = setTimeout(() => {
      gate.timer = undefined;
      if (gate.again) {
        gate.again = false;
        throttled.current();
      }
    }, ms);
  });
  return throttled.current;
}

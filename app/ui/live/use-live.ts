import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { Topic } from '../../../platform/topics.ts';
import { type LiveEvent, listen } from './connection.ts';

/** Calls `onEvent` for each event of these topics (`orders`, `order:7`, `runs`, …), and once per topic after a reconnect. */
export function useLive(topics: readonly Topic[], onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(onEvent);
  const key = topics.join(' ');
  useEffect(() => (key ? listen({ topics: key.split(' '), hear }) : undefined), [key]);
}

/** Reloads the page's data on these events, at most once in `everyMs`; the last event is never dropped. */
export function useLiveReload(topics: readonly Topic[], everyMs = 1_500): void {
  useLive(topics, useThrottledCallback(useReload(), everyMs));
}

let lastWork: Promise<unknown> | undefined;

/** Until `work` has ended no page reads itself again: of what it deletes there is nothing to read. */
export function holdReloads<T>(work: Promise<T>): Promise<T> {
  const ended = work.then(forget, forget);
  function forget() {
    if (lastWork === ended) lastWork = undefined;
  }
  lastWork = ended;
  return work;
}

/**
 * A function that reloads the page's data. While another page is on its way it waits: a reload would begin the reading of that page anew,
 * at every event, and over a slow connection without end.
 */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  const isOnTheWay = useNavigation().state !== 'idle';
  const isDue = useRef(false);
  useEffect(() => {
    if (isOnTheWay || !isDue.current) return;
    isDue.current = false;
    void revalidate();
  }, [isOnTheWay, revalidate]);
  return () => {
    if (lastWork) void lastWork.then(() => revalidate());
    else if (isOnTheWay) isDue.current = true;
    else void revalidate();
  };
}

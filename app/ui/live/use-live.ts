import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
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
  const { revalidate } = useRevalidator();
  useLive(
    topics,
    useThrottledCallback(() => void revalidate(), everyMs),
  );
}

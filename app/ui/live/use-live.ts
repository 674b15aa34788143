import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
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
  useLive(
    topics,
    useThrottledCallback(() => void revalidate(), everyMs),
  );
}

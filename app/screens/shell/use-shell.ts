import { useThrottledCallback } from '@mantine/hooks';
import { href, useFetcher } from 'react-router';
import { useLive } from '../../ui/live/use-live.ts';
import type { ShellData } from './shell-data.ts';

const refreshMs = 2_000;

/** The shell's data, kept up to date by live events of issues, connections, tickets, notifications and portal messages. */
export function useShell(loaded: ShellData): ShellData {
  const { load, data } = useFetcher<ShellData>();
  useLive(
    ['issues', 'connections', 'support_tickets', 'support_queue', 'portal_messages', 'notifications'],
    useThrottledCallback(() => void load(href('/shell')), refreshMs),
  );
  return data && data.now > loaded.now ? data : loaded;
}

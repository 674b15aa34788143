import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { onTestFinished } from 'vitest';

/** The hosts that this process itself sends requests to, from now until the end of the test. */
export function ownCalls(): string[] {
  const called: string[] = [];
  const note = (message: unknown) => void called.push((message as { request: ClientRequest }).request.host);
  subscribe('http.client.request.start', note);
  onTestFinished(() => void unsubscribe('http.client.request.start', note));
  return called;
}

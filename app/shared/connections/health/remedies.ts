import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { linkButton, pressButton } from '../../issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun } from '../../issues/remedy/remedy.ts';

/** Leads to its settings, where new credentials are given, and other choices made. */
const toSettings = linkButton(({ slug }) => slug && href('/settings/connectors/:name', { name: slug }));

export const connectionRemedies = {
  reconnect: toSettings,
  see_connection: toSettings,
  /** Lets go of what a warehouse has that nothing here was sent for. */
  dismiss_references: pressButton(async ({ connection_id }) => {
    const { dismissReferencesCall } = await import('../contract.ts');
    return call(dismissReferencesCall, { params: { connectionId: connection_id ?? 0 } });
  }),
} satisfies RemediesOfNoun;

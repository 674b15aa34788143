import { call } from '../../../../platform/call.ts';
import { pressButton } from '../../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun } from '../../../shared/issues/remedy/remedy.ts';

export const countRemedies = {
  /** Uses the count that was shown, however few products it names. */
  use_count: pressButton(async ({ connection_id, seen }) => {
    const { acceptShortCountCall } = await import('./contract.ts');
    return call(acceptShortCountCall, { params: { connectionId: connection_id ?? 0 }, body: { seen: seen ?? undefined } });
  }),
} satisfies RemediesOfNoun;

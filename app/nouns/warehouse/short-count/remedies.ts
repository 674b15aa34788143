import { dialogButton } from '../../../shared/issues/remedy/dialog-button.tsx';
import type { RemediesOfNoun } from '../../../shared/issues/remedy/remedy.ts';

export const countRemedies = {
  use_count: dialogButton(
    () => import('./use-count.tsx'),
    ({ connection_id }) => connection_id !== null,
  ),
} satisfies RemediesOfNoun;

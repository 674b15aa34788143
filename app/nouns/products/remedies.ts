import { linkButton } from '../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';
import { itemOfSubject } from '../../shared/issues/types/items.ts';
import { itemAddress } from '../catalogue/kinds.ts';

export const itemRemedies = {
  /** Leads to the item that there is too little of: what is expected, and what needs it. */
  see_item: linkButton(({ subject }) => {
    const item = itemOfSubject(subject);
    return item && itemAddress(item.kind, item.id);
  }),
} satisfies RemediesOfNoun;

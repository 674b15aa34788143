import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { needsShop, type Scope } from '../scopes.ts';
import type { KeyShop } from '../shops.ts';
import { ScopeChoices } from './scope-choices.tsx';
import { ShopChoice } from './shop-choice.tsx';

/** What a person types of a key. */
export type KeyDraft = { name: string; scopes: Scope[]; days: string; networks: string; shop_id: string };

const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

type Props = {
  draft: KeyDraft;
  faults: Faults;
  stays?: string | undefined;
  /** Those that a new key can sell for. */
  shops?: readonly KeyShop[];
  onChange: (draft: KeyDraft) => void;
};

/** The fields of a new key, and of one that is edited. `stays`: how the present expiry is called, where there is one to keep. */
export function KeyFields({ draft, faults, stays, shops, onChange }: Props) {
  const change = (part: Partial<KeyDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextInput
        label="Name"
        description="What uses it, such as a ledger."
        value={draft.name}
        error={faults('name')}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ScopeChoices value={draft.scopes} error={faults('scopes')} onChange={(scopes) => change({ scopes })} />
      {shops && needsShop(draft.scopes) && (
        <ShopChoice shops={shops} value={draft.shop_id} error={faults('shop_id')} onChange={(shop_id) => change({ shop_id })} />
      )}
      <NativeSelect
        label="Expires"
        value={draft.days}
        data={stays === undefined ? lifetimes : [{ value: kept, label: stays }, ...lifetimes]}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
      <Textarea
        label="Networks that it works from"
        description="Such as 203.0.113.0/24, separated by commas, spaces or new lines. Leave empty to allow any."
        rows={2}
        value={draft.networks}
        error={faults('networks')}
        onChange={(event) => change({ networks: event.currentTarget.value })}
      />
    </>
  );
}

/** The value of an expiry that stays as it is. */
export const kept = 'kept';

/** Whether a person typed or chose anything. */
export const isChanged = (began: KeyDraft, draft: KeyDraft): boolean => JSON.stringify(began) !== JSON.stringify(draft);

export const daysIn = ({ days }: KeyDraft): number | null => (days === '' ? null : Number(days));
export const networksIn = ({ networks }: KeyDraft): string[] => networks.split(/[\s,;]+/).filter(Boolean);

type Faults = (field: keyof KeyDraft) => string | undefined;

/** What is wrong with each field, as the last call said it. */
export function useFaults(): [Faults, (error: unknown) => void] {
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const of: Faults = (field) => Object.entries(faults).find(([key]) => key.split('.')[0] === field)?.[1][0];
  return [of, (error) => setFaults(fieldMessages(error))];
}

import { NativeSelect } from '@mantine/core';
import type { KeyShop } from '../shops.ts';

type Props = { shops: readonly KeyShop[]; value: string; error: string | undefined; onChange: (shop: string) => void };

/** Which shop a new key sells for. It stays that one. */
export function ShopChoice({ shops, value, error, onChange }: Props) {
  return (
    <NativeSelect
      label="Shop that it sells for"
      description={
        shops.length > 0
          ? 'It stays this one for as long as the key lives.'
          : 'There is none yet: connect your own shop in Settings → Connections first.'
      }
      value={value}
      error={error}
      data={[{ value: '', label: 'Choose a shop' }, ...shops.map(({ id, name }) => ({ value: `${id}`, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

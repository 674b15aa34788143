import '@mantine/core/styles/NumberInput.layer.css';
import { Input, NumberInput, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LineName } from '../line-name.tsx';
import type { NewLine } from './use-new-line.ts';

type Line = Omit<NewLine, 'key'> & { warehouseSku: string | null; synced: string | null };
type Fields = Partial<Pick<Line, 'lot_number' | 'expected_at' | 'quantity'>>;

type Props = {
  line: Line;
  min?: number;
  disabled?: boolean;
  /** Why it was refused: said in a row below it. */
  wrong: string | undefined;
  onChange: (part: Fields) => void;
  /** What can be done with it. */
  children: React.ReactNode;
};

/** A row of the items whose lot, date and quantity are fields. */
export function LineFields({ line, min = 1, disabled = false, wrong, onChange, children }: Props) {
  const { sku, name, warehouseSku, synced, lot_number, expected_at, quantity } = line;
  const field = { size: 'xs', disabled } as const;
  const first = useFocusWhen(wrong !== undefined);
  return (
    <>
      <tr data-wrong={wrong !== undefined || undefined}>
        <td data-wide className="mono">
          {sku}
          <LineName name={name} sku={sku} />
        </td>
        <td data-label="Warehouse SKU" className="mono">
          {warehouseSku ?? '–'}
        </td>
        <td data-label="Lot Number">
          <TextInput
            {...field}
            aria-label={`Lot of ${sku}`}
            maxLength={100}
            value={lot_number ?? ''}
            onChange={({ currentTarget }) => onChange({ lot_number: currentTarget.value || null })}
          />
        </td>
        <td data-label="Sync Date">{synced ?? '–'}</td>
        <td data-label="Estimated delivery Date">
          <TextInput
            {...field}
            type="date"
            aria-label={`Delivery of ${sku}`}
            value={expected_at ?? ''}
            onChange={({ currentTarget }) => onChange({ expected_at: currentTarget.value || null })}
          />
        </td>
        <td data-label="Name">{name}</td>
        <td data-figure data-label="Qty">
          <NumberInput
            {...field}
            ref={first}
            miw={96}
            aria-label={`Qty of ${sku}`}
            error={wrong !== undefined}
            {...{ min, step: 1, allowDecimal: false, allowNegative: false }}
            value={quantity}
            onChange={(next) => typeof next === 'number' && onChange({ quantity: next })}
          />
        </td>
        <td data-figure>{children}</td>
      </tr>
      {wrong !== undefined && (
        <tr data-wrong>
          <td data-note colSpan={8}>
            <Input.Error role="alert">{wrong}</Input.Error>
          </td>
        </tr>
      )}
    </>
  );
}

/** Brings a field into sight, and the focus to it, once what it belongs to is refused. */
function useFocusWhen(isRefused: boolean): React.RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRefused) field.current?.focus();
  }, [isRefused]);
  return field;
}

import { Checkbox, Stack, VisuallyHidden } from '@mantine/core';
import type { MethodGroup } from './contract.ts';

type Props = { groups: readonly MethodGroup[]; checked: ReadonlySet<string>; onChange: (checked: Set<string>) => void };

/** The warehouse's methods to tick; a carrier's own tick goes for all of its methods. */
export function CarrierCheckAll({ groups, checked, onChange }: Props) {
  const set = (codes: readonly string[], on: boolean) => {
    const next = new Set(checked);
    for (const code of codes) on ? next.add(code) : next.delete(code);
    onChange(next);
  };
  return (
    <Stack gap={14} py={8}>
      {groups.map(({ carrier, methods }) => {
        const codes = methods.map(({ code }) => code);
        const ticked = codes.filter((code) => checked.has(code)).length;
        return (
          <fieldset key={carrier} style={{ border: 0, margin: 0, padding: 0 }}>
            <VisuallyHidden component="legend">{carrier}</VisuallyHidden>
            <Checkbox
              label={`All of ${carrier}`}
              fw={600}
              checked={ticked === codes.length}
              indeterminate={ticked > 0 && ticked < codes.length}
              onChange={({ currentTarget }) => set(codes, currentTarget.checked)}
            />
            <Stack gap={6} pl={26} pt={6}>
              {methods.map(({ code, name }) => (
                <Checkbox
                  key={code}
                  label={name}
                  checked={checked.has(code)}
                  onChange={({ currentTarget }) => set([code], currentTarget.checked)}
                />
              ))}
            </Stack>
          </fieldset>
        );
      })}
    </Stack>
  );
}

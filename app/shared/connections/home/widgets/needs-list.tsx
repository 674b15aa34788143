import { Stack } from '@mantine/core';
import { href } from 'react-router';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { RowLink } from '../../../../ui/buttons/row-button.tsx';
import type { Need, Needs } from '../contract.ts';
import { needWords } from '../need-words.ts';

type Line = { need: Need; words: [one: string, many: string]; verb: string; to: string };

type Props = {
  slug: string;
  needs: Needs;
  /** While the first steps lead to products and shipping options: what they say is not said twice, and moves nothing when it comes. */
  isLed?: boolean;
};

/** What a connection needs of a person, each with the page where it is decided; nothing while nothing waits. */
export function NeedsList({ slug: name, needs, isLed = false }: Props) {
  const lines: Line[] = [
    {
      need: needs.shipping,
      words: ['code is not mapped', 'codes are not mapped'],
      verb: 'Map codes',
      to: href('/settings/connectors/:name/shipping-options', { name }),
    },
    {
      need: needs.products,
      words: ['SKU is not linked', 'SKUs are not linked'],
      verb: 'Link SKUs',
      to: href('/settings/connectors/:name/products', { name }),
    },
    {
      need: needs.locations,
      words: ['location is not mapped', 'locations are not mapped'],
      verb: 'Map locations',
      to: href('/settings/connectors/:name/locations', { name }),
    },
  ];
  const waiting = lines.filter(({ need }) => need.codes > 0 && !(isLed && need !== needs.locations));
  if (waiting.length === 0) return null;
  return (
    <Stack gap={8}>
      {waiting.map(({ need, words, verb, to }) => (
        <Notice key={to} tone="warning" actions={<RowLink to={to}>{verb}</RowLink>}>
          {needWords(need, ...words)}
        </Notice>
      ))}
    </Stack>
  );
}

import { Button } from '@mantine/core';
import { href, Link } from 'react-router';
import type { OrderFilter } from '../../../order-flow/contract/filter.ts';
import { filterBody } from '../filter-body.ts';

/** A link to the export of what the list shows. */
export function ExportLink({ filter }: { filter: OrderFilter }) {
  const chosen = Object.entries(filterBody(filter)).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return (
    <Button component={Link} to={`${href('/import-export')}?${new URLSearchParams(chosen)}`} variant="default">
      Export
    </Button>
  );
}

import { Button } from '@mantine/core';
import { href, Link } from 'react-router';

/** A link to the export page with the list's status, source and dates. */
export function ExportLink({
  filter: { status = '', source = '', start_at = '', end_at = '' },
}: {
  filter: { [key in 'status' | 'source' | 'start_at' | 'end_at']?: string | undefined };
}) {
  const chosen = new URLSearchParams(Object.entries({ status, source, start_at, end_at }).filter(([, value]) => value !== ''));
  return (
    <Button component={Link} to={chosen.size > 0 ? `${href('/import-export')}?${chosen}` : href('/import-export')} variant="default">
      Export
    </Button>
  );
}

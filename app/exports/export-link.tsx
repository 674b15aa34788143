import { Button } from '@mantine/core';
import { Link } from 'react-router';

/** To where orders are exported, with the same status and source chosen. */
export function ExportLink({
  filter: { status = '', source = '' },
}: {
  filter: { status?: string | undefined; source?: string | undefined };
}) {
  const chosen = new URLSearchParams(Object.entries({ status, source }).filter(([, value]) => value !== ''));
  return (
    <Button component={Link} to={chosen.size > 0 ? `/import-export?${chosen}` : '/import-export'} variant="default">
      Export
    </Button>
  );
}

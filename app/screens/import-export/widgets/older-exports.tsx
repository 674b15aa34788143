import { Button, Group } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { atOnce, mostOfAll, mostShown } from '../most-shown.ts';

/** Leads to the same page with more of its past exports, where it has more: each takes room until somebody deletes it. */
export function OlderExports({ hasOlder }: { hasOlder: boolean }) {
  const [search] = useSearchParams();
  const most = mostShown(search);
  if (!hasOlder || most === mostOfAll) return null;
  const more = new URLSearchParams({ ...Object.fromEntries(search), exports: String(most + atOnce) });
  return (
    <Group justify="center" py={12}>
      <Button size="xs" variant="default" component={Link} to={`?${more}`} replace preventScrollReset>
        Show older exports
      </Button>
    </Group>
  );
}

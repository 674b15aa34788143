import '@mantine/core/styles/NavLink.layer.css';
import { NavLink, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { href, Link } from 'react-router';
import type { DemoPerson } from '../people/demo-people.ts';

type Props = { people: DemoPerson[]; busy: boolean; onChoose: (email: string, password: string) => void };

/** Buttons that sign in as a person of the demo account. Shown in the demo only. */
export function DemoSignIns({ people, busy, onChoose }: Props) {
  return (
    <Stack gap={8} mt={20}>
      <Text component="h2" size="sm" c="dimmed">
        This is the demo. Sign in as
      </Text>
      <ul>
        {people.map(({ email, password, name, roleLabel }) => (
          <li key={email}>
            <NavLink
              component="button"
              type="button"
              label={name}
              description={`${roleLabel} · ${email}`}
              rightSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
              disabled={busy}
              onClick={() => onChoose(email, password)}
            />
          </li>
        ))}
      </ul>
      <Text component={Link} to={href('/outbox')} size="sm">
        E-mails that the demo sent
      </Text>
    </Stack>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { fieldsOf } from '../../../ui/form/field-schema.ts';
import { onlyAdmins, roleOf } from '../connection.ts';
import type { Connection } from '../contract.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'connector_label' | 'capabilities' | 'settings'>;
  schema: unknown;
  mayConnect: boolean;
  onEdit: () => void;
  onDisconnect: () => void;
};

/** A connection's settings without secrets, and the button to change them. */
export function ConnectionSettings({ connection, schema, mayConnect, onEdit, onDisconnect }: Props) {
  const { connector_label, capabilities, settings, slug } = connection;
  const fields = fieldsOf((schema ?? {}) as FieldSchema);
  return (
    <Section title="Connection">
      <Facts
        facts={[
          { label: 'Connector', value: `${connector_label} · ${roleOf({ capabilities })}` },
          { label: 'Known as', value: <span className="mono">{slug}</span> },
          ...fields.map(({ name, label, kind: field }) =>
            field === 'secret' ? { label, value: 'stored, never shown' } : settings[name] ? { label, value: settings[name] } : null,
          ),
        ]}
      />
      <Group gap={8} mt={12}>
        <Button variant="default" disabled={!mayConnect} onClick={onEdit}>
          Edit settings
        </Button>
        <Button variant="default" disabled={!mayConnect} c={mayConnect ? 'var(--red)' : undefined} onClick={onDisconnect}>
          Disconnect
        </Button>
      </Group>
      {!mayConnect && (
        <Text size="xs" c="dimmed" mt={8}>
          {onlyAdmins}
        </Text>
      )}
    </Section>
  );
}

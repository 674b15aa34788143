import { Button, Group, Text } from '@mantine/core';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { chosenIn } from '../../../ui/form/choices/chosen-in.ts';
import { type FieldSchema, fieldsOf, labelOf } from '../../../ui/form/field-schema.ts';
import { onlyAdmins, roleOf } from '../connection.ts';
import type { Connectable, Connection } from '../contract.ts';
import { continueAt } from '../trying/consent/continue-at.ts';
import { formBy } from '../trying/consent/signing-in.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'connector' | 'connector_label' | 'capabilities' | 'settings'>;
  connectable: Pick<Connectable, 'schema' | 'consent'> | undefined;
  mayConnect: boolean;
  onEdit: () => void;
  onDisconnect: () => void;
};

/** A connection's settings without secrets, and the button to change them. */
export function ConnectionSettings({ connection, connectable, mayConnect, onEdit, onDisconnect }: Props) {
  const { connector, connector_label, capabilities, settings, slug } = connection;
  const hasConsented = Boolean(settings.consent);
  const { schema, leftOut } = formBy((connectable?.schema ?? {}) as FieldSchema, connectable?.consent ?? null, hasConsented);
  const fields = fieldsOf(schema).filter(({ name }) => !leftOut.includes(name));
  return (
    <Section title="Connection">
      <Facts
        facts={[
          { label: 'Connector', value: `${connector_label} · ${roleOf({ capabilities })}` },
          { label: 'Known as', value: <span className="mono">{slug}</span> },
          hasConsented && { label: 'Sign-in', value: `agreed to at ${connector_label}` },
          ...fields.map(({ name, label, kind: field, options }) =>
            field === 'secret'
              ? { label, value: 'stored, never shown' }
              : settings[name]
                ? { label, value: field === 'many' ? chosenIn(settings[name]).join(', ') || 'All' : labelOf(options, settings[name]) }
                : null,
          ),
        ]}
      />
      <Group gap={8} mt={12}>
        <Button variant="default" disabled={!mayConnect} onClick={onEdit}>
          Edit settings
        </Button>
        {hasConsented && (
          <SubmitButton variant="default" disabled={!mayConnect} run={() => continueAt({ connector, connection: slug })}>
            Agree again at {connector_label}
          </SubmitButton>
        )}
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

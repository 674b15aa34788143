import { Button, Text } from '@mantine/core';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { Ago, RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { onlyAdmins, waitingWords } from '../../connection.ts';
import { type Connection, resumeCall } from '../../contract.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'health' | 'health_sentence' | 'last_ok_at' | 'blocked_until' | 'waiting' | 'behind_minutes'>;
  mayConnect: boolean;
  onReconnect: () => void;
};

/** A connection's health in one sentence, with the button that mends it; nothing while all is well. */
export function ConnectionHealth({ connection, mayConnect, onReconnect }: Props) {
  const { health, health_sentence, last_ok_at, blocked_until, waiting, slug } = connection;
  const since = (
    <Text size="sm" c="dimmed" className="figure">
      {last_ok_at ? (
        <>
          Last reply <Ago at={last_ok_at} />
        </>
      ) : (
        'No reply yet'
      )}
      {waiting > 0 && ` · ${waitingWords(connection)}`}
      {health === 'blocked' && blocked_until && (
        <>
          {' · tried again '}
          <RelativeTime at={blocked_until} />
        </>
      )}
    </Text>
  );
  if (health === 'healthy' || health === 'new') return since;
  return (
    <>
      <Notice
        tone={health === 'needs_reconnect' ? 'danger' : health === 'paused' ? 'info' : 'warning'}
        actions={<Remedy health={health} slug={slug} mayConnect={mayConnect} onReconnect={onReconnect} />}
      >
        {health_sentence}
      </Notice>
      {since}
    </>
  );
}

function Remedy({ health, slug, mayConnect, onReconnect }: { health: string; slug: string } & Omit<Props, 'connection'>) {
  const save = useSave();
  if (health !== 'needs_reconnect' && health !== 'paused') return null;
  if (!mayConnect) return <span className="soft">{onlyAdmins}</span>;
  if (health === 'needs_reconnect')
    return (
      <Button size="xs" onClick={onReconnect}>
        Reconnect
      </Button>
    );
  return (
    <SubmitButton size="xs" run={() => save(resumeCall, { params: { name: slug } })}>
      Resume
    </SubmitButton>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { useClock } from '../../ui/time/clock.tsx';
import type { Route } from './+types/list-page.ts';
import { changePortalMessageCall, createPortalMessageCall } from './contract.ts';
import { listPortalMessages } from './queries.ts';
import { writeTypedDate } from './typed-date.ts';
import { type MessageRow, messagesList } from './widgets/messages-list.tsx';

export const loader = page('portal', async ({ session: { timezone }, tenant }) => ({
  messages: await listPortalMessages(tenant, timezone),
  form: formOf(createPortalMessageCall),
  /** What a new message starts with. */
  started: { level: 'info', start_date: writeTypedDate(new Date(), timezone) },
}));

/** What super admins tell everyone who uses the portal. */
export default function PortalMessagesPage({ loaderData: { messages, form, started } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<MessageRow | 'new' | null>(null);
  const { now, timezone } = useClock();
  const shared = { form, verb: 'Save', onClose: () => setEdited(null) };
  useLiveReload(['portal_messages']);
  return (
    <>
      <ListPage
        title="Portal messages"
        list={messagesList(now, setEdited)}
        page={{ data: messages.map((message) => ({ ...message, name: `“${shortened(message.body)}”` })) }}
        actions={<Button onClick={() => setEdited('new')}>New message</Button>}
        notice={
          messages.length > 0 && (
            <p className="soft" style={{ marginBottom: 8 }}>
              Dates are in the time zone {timezone}. Everyone sees a message in every account.
            </p>
          )
        }
        empty={
          <EmptyState title="No messages">
            A message is shown above every page of every account from its start to its end, until a person dismisses it.
          </EmptyState>
        }
      />
      {edited === 'new' && <FormDialog title="New message to everyone" call={createPortalMessageCall} values={started} {...shared} />}
      {edited && edited !== 'new' && (
        <FormDialog
          title="Edit message"
          call={changePortalMessageCall}
          params={{ id: edited.id }}
          values={typedOf(edited)}
          was={typedOf(edited)}
          {...shared}
        />
      )}
    </>
  );
}

/** A message as it is typed. */
const typedOf = ({ body, level, startDateFormatted, endDateFormatted }: MessageRow) => ({
  ...{ body, level, start_date: startDateFormatted, end_date: endDateFormatted },
});

const mostNamed = 40;
const shortened = (body: string) => (body.length > mostNamed ? `${body.slice(0, mostNamed).trimEnd()}…` : body);

import { randomUUID } from 'node:crypto';
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { href } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { BusyButton } from '../../../ui/buttons/busy-button.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import { PlainForm } from '../../../ui/plain-form.tsx';
import { findItem } from '../about/items.ts';
import { itemNouns, itemTypes, topicNames } from '../ticket.ts';
import { RequestFiles, useRequestFiles } from '../widgets/request-files.tsx';
import type { Route } from './+types/request-page.ts';

export const loader = page('work', async ({ tenant, search, refusedForm }) => {
  const values = refusedForm?.values ?? Object.fromEntries(search);
  const type = itemTypes.find((each) => each === values.item_type) ?? null;
  const itemId = /^[1-9]\d{0,14}$/.test(values.item_id ?? '') ? Number(values.item_id) : null;
  const refused = { wrong: refusedForm?.fields ?? {}, sentence: refusedForm?.sentence ?? null };
  return { values, ...refused, item: await findItem(tenant, type, itemId), key: values.key ?? randomUUID() };
});

/** Asks support for something: a normal form, which needs no JavaScript. */
export default function SupportPage({ loaderData: { values, wrong, sentence, item, key } }: Route.ComponentProps) {
  const { files, busy, faults, send, ...chosen } = useRequestFiles();
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? '',
    error: faults[name] ?? wrong[name]?.[0],
    required: true,
    withAsterisk: false,
  });
  return (
    <>
      <PageHeader title="Ask support" back={{ to: href('/support-tickets'), label: 'Tickets' }} />
      <PlainForm {...(files.length > 0 ? { send } : { action: href('/support') })} style={{ maxWidth: 640 }}>
        <Stack>
          {sentence && <Notice tone="danger">{sentence}</Notice>}
          {item && (
            <Notice>
              About {itemNouns[item.type].toLowerCase()} <PageLink to={item.address}>{item.name}</PageLink>.
            </Notice>
          )}
          <NativeSelect
            label="Topic"
            data={[{ value: '', label: 'Choose a topic' }, ...topicNames]}
            {...field('subject_1')}
            // An address may propose one.
            defaultValue={topicNames.find((name) => name === values.subject_1) ?? ''}
          />
          <TextInput label="Subject" maxLength={200} {...field('subject_2')} />
          <Textarea
            label="Description"
            description="What you did, what happened, and what you expected."
            rows={8}
            maxLength={10_000}
            {...field('description')}
          />
          {item && <input type="hidden" name="item_type" value={item.type} />}
          {item && <input type="hidden" name="item_id" value={item.id} />}
          <input type="hidden" name="key" value={key} />
          <RequestFiles files={files} {...chosen} />
          <FormButtons>
            <BusyButton type="submit" busy={busy}>
              Send
            </BusyButton>
          </FormButtons>
        </Stack>
      </PlainForm>
    </>
  );
}

import { Button, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { PlainForm } from '../../../ui/plain-form.tsx';
import { safeLink } from '../mail/safe-link.ts';
import classes from './message-editor.module.css';

/** Makes the selected text a link, changes where one leads, and removes it. An address is needed, and must be one. */
export function LinkControl({ editor }: { editor: Editor | null }) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const isLink = editor?.isActive('link') ?? false;
  const close = () => {
    setAddress(null);
    setError(undefined);
    editor?.commands.focus();
  };
  const open = () => setAddress(String(editor?.getAttributes('link').href ?? ''));
  const set = () => {
    const link = safeLink(address ?? '');
    if (link === null) return setError(address?.trim() ? 'Write a whole address, such as https://example.com' : 'Write an address.');
    const chain = editor?.chain().focus().extendMarkRange('link');
    if (editor?.state.selection.empty && !isLink)
      chain?.insertContent({ type: 'text', text: link, marks: [{ type: 'link', attrs: { href: link } }] }).run();
    else chain?.setLink({ href: link }).run();
    close();
  };
  const remove = () => {
    editor?.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  return (
    <Popover opened={address !== null} onDismiss={close} trapFocus withinPortal width={320} position="bottom-start">
      <Popover.Target>
        <RichTextEditor.Control aria-label="Link" title="Link" active={isLink} onClick={open}>
          <IconLink size={16} stroke={1.6} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <PlainForm noValidate className={classes.link} send={set}>
          <TextInput
            label="Address"
            type="url"
            required
            withAsterisk={false}
            placeholder="https://example.com"
            value={address ?? ''}
            error={error}
            data-autofocus
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <FormButtons>
            {isLink && (
              <Button variant="default" onClick={remove}>
                Remove link
              </Button>
            )}
            <Button type="submit">Set link</Button>
          </FormButtons>
        </PlainForm>
      </Popover.Dropdown>
    </Popover>
  );
}

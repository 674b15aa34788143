import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect } from 'react';
import { safeLink } from '../mail/safe-link.ts';
import { undoGroupMs } from '../ticket.ts';
import { LinkControl } from './link-control.tsx';
import classes from './message-editor.module.css';

type Props = {
  label: string;
  initial: string;
  focused?: boolean;
  /** The HTML; empty for an empty message. */
  onChange: (html: string) => void;
  /** Files that are pasted. */
  onFiles?: (files: readonly File[]) => void;
  /** Holds the editor, to put text where the cursor is. */
  held?: React.RefObject<Editor | null>;
};

/** What the server lets through, and no more: bold, italic, lists and links. */
const extensions = [
  StarterKit.configure({
    ...{ blockquote: false, code: false, codeBlock: false, heading: false, horizontalRule: false, strike: false, underline: false },
    trailingNode: false,
    undoRedo: { newGroupDelay: undoGroupMs },
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: (address) => safeLink(address) !== null },
  }),
];

/** A rich-text editor. What it begins with is read once: give it another `key` to start again. */
export function MessageEditor({ label, initial, focused = false, onChange, onFiles, held }: Props) {
  const editor = useEditor({
    extensions,
    content: initial,
    // The page's security policy allows no style that a script adds.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handlePaste: (_, { clipboardData }) => {
        const files = [...(clipboardData?.files ?? [])];
        if (files.length === 0 || !onFiles) return false;
        onFiles(files);
        return true;
      },
      // The form around it takes dropped files.
      handleDrop: (_, { dataTransfer }) => (dataTransfer?.files.length ?? 0) > 0,
    },
    onUpdate: ({ editor: written }) => onChange(written.isEmpty ? '' : written.getHTML()),
  });
  useEffect(() => {
    if (held) held.current = editor;
  }, [held, editor]);
  // The editor's own way is a timer from when it is made, which may be before it is on the page: the focus would go nowhere.
  useEffect(() => {
    if (focused) editor.commands.focus('end');
  }, [focused, editor]);
  return (
    <RichTextEditor editor={editor} classNames={classes} withTypographyStyles={false} withCodeHighlightStyles={false}>
      <RichTextEditor.Toolbar role="toolbar" aria-label="Formatting">
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <LinkControl editor={editor} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

import { layOutJson } from './lay-out-json.ts';
import classes from './payload.module.css';
import { RowButton } from './row-button.tsx';
import { useCopied } from './use-copied.ts';

type Props = {
  /** JSON as text or as a value, or any other text. */
  content: unknown;
  /** What it is, as in `Answer`. */
  label: string;
};

/** What was sent between systems, laid out to be read. A field, so that keys scroll in it and select all of it. */
export function Payload({ content, label }: Props) {
  const text = formatted(content);
  const { copied, copy } = useCopied(text);
  return (
    <figure className={classes.payload}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <RowButton onClick={copy} aria-label={copied ? 'Copied' : `Copy ${label.toLowerCase()}`}>
          {copied ? 'Copied' : 'Copy'}
        </RowButton>
      </figcaption>
      <textarea readOnly className={classes.text} value={text} aria-label={label} spellCheck={false} />
    </figure>
  );
}

/** What is no JSON stays as it came. */
function formatted(content: unknown): string {
  if (typeof content !== 'string') return JSON.stringify(content, null, 2) ?? '';
  return /^\s*[{[]/.test(content) ? layOutJson(content) : content;
}

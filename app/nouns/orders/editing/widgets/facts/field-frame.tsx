import { Text } from '@mantine/core';
import { Conflict } from '../conflict.tsx';
import classes from '../edit.module.css';
import type { Field } from './use-field.ts';

type Props = { field: Field; wide?: boolean; write?: (value: string) => string; children: React.ReactNode };

/** A field and, below it, someone else's change of it. `write` formats a value for a person. */
export function FieldFrame({ field: { label, theirs, news, onMine, onTheirs, isChanged }, wide = false, write = String, children }: Props) {
  return (
    <div className={wide ? classes.wide : undefined} data-changed={isChanged || undefined}>
      {children}
      {theirs !== undefined ? (
        <Conflict
          label={label}
          who={news?.who ?? 'Someone else'}
          did={theirs === '' ? 'has emptied this' : <>has changed this to “{write(theirs)}”</>}
          onMine={onMine}
          onTheirs={onTheirs}
        />
      ) : (
        news &&
        !isChanged && (
          <Text size="xs" c="var(--blue)" mt={4} role="status">
            Changed by {news.who}; it was {news.was ? `“${write(news.was)}”` : 'empty'}.
          </Text>
        )
      )}
    </div>
  );
}

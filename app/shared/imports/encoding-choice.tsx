import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import classes from './encoding-choice.module.css';
import { type Encoding, encodingLabels, lettersOf } from './reading/encodings/list.ts';

type Props = {
  readings: readonly { encoding: Encoding; lines: readonly string[] }[];
  value: Encoding | null;
  onChange: (encoding: Encoding) => void;
  error?: string | false;
  ref?: React.Ref<HTMLDivElement>;
};

/** The ways in which a file can be read, each with the same lines of it: the one in which they read right is the file's. */
export function EncodingChoice({ readings, value, onChange, error = false, ref }: Props) {
  return (
    <Radio.Group
      ref={ref}
      label="Which of these reads right?"
      value={value}
      onChange={(chosen) => onChange(chosen as Encoding)}
      error={error}
      className={classes.choice}
    >
      <Stack gap={12} pt={8}>
        {readings.map(({ encoding, lines }) => (
          <Radio
            key={encoding}
            value={encoding}
            label={<span className={classes.lines}>{lines.join('\n')}</span>}
            description={`${encodingLabels[encoding]}${letters(encoding)}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const letters = (encoding: Encoding) => (encoding in lettersOf ? `, ${lettersOf[encoding as keyof typeof lettersOf]}` : '');

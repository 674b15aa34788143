import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = PasswordInputProps & {
  /** What the toggle shows and hides, as in `password`. */
  shows?: string;
};

/** A field whose text is hidden, with a toggle that shows it; the keyboard reaches the toggle too. */
export function PasswordField({ shows = 'password', ...input }: Props) {
  return <PasswordInput withAsterisk={false} visibilityToggleButtonProps={{ 'aria-label': `Show ${shows}`, tabIndex: 0 }} {...input} />;
}

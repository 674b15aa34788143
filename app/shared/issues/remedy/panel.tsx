import { CloseButton, Flex, Text } from '@mantine/core';
import { OwnForm, type OwnFormProps } from '../../../ui/form/own-form.tsx';

type Props = OwnFormProps & {
  title: React.ReactNode;
  /** What it will mend. */
  impact?: React.ReactNode;
};

/** The form of a remedy. Enter submits; Esc closes it, unless it only closes a list of choices. */
export function Panel({ title, impact, children, ...form }: Props) {
  return (
    <OwnForm
      {...form}
      padding="14px 16px 16px"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isListOpen(event.target)) return;
        event.stopPropagation();
        form.onClose();
      }}
    >
      <Flex justify="space-between" align="start" gap={12}>
        <h2>{title}</h2>
        <CloseButton aria-label="Close" mt={-3} mr={-6} onClick={form.onClose} />
      </Flex>
      {impact && (
        <Text size="sm" c="dimmed" mt={-8}>
          {impact}
        </Text>
      )}
      {children}
    </OwnForm>
  );
}

const isListOpen = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true' && target.matches('[data-expanded]');

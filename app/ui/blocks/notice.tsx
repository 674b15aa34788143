import '@mantine/core/styles/Alert.layer.css';
import { Alert, Box, Group } from '@mantine/core';
import { IconAlertTriangleFilled, IconExclamationCircleFilled, IconInfoCircleFilled } from '@tabler/icons-react';

type Props = { tone?: 'info' | 'warning' | 'danger'; children: React.ReactNode; actions?: React.ReactNode };

const looks = {
  info: { color: 'var(--blue)', icon: IconInfoCircleFilled },
  warning: { color: 'var(--amber)', icon: IconAlertTriangleFilled },
  danger: { color: 'var(--red)', icon: IconExclamationCircleFilled },
};

/** One sentence about this page or record, with the button that mends it. */
export function Notice({ tone = 'info', children, actions }: Props) {
  const { color, icon: Icon } = looks[tone];
  return (
    <Alert role="note" color={color} variant="light" icon={<Icon size={17} aria-hidden />}>
      <Box flex="1 1 260px" miw={0}>
        {children}
      </Box>
      {actions && <Group gap={6}>{actions}</Group>}
    </Alert>
  );
}

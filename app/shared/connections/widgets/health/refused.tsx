import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '../../../../ui/blocks/notice.tsx';

/** Why a form was refused, announced by screen readers. */
export function Refused({ sentence }: { sentence: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence) place.current?.scrollIntoView({ block: 'center' });
  }, [sentence]);
  return (
    <Box ref={place} role="alert" mb={sentence ? 16 : 0}>
      {sentence && <Notice tone="danger">{sentence}</Notice>}
    </Box>
  );
}

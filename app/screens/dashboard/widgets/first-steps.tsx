import { Button, Flex, Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { onlyAdmins } from '../../../shared/connections/connection.ts';
import classes from './first-steps.module.css';

type Kind = 'channel' | 'warehouse';

/** The first steps of a new account: the connections that it lacks. */
export default function FirstSteps({ missing, mayConnect }: { missing: readonly Kind[]; mayConnect: boolean }) {
  return (
    <ol>
      {missing.map((kind, place) => {
        const { title, why, verb } = steps[kind];
        return (
          <Flex
            component="li"
            key={kind}
            wrap="wrap"
            align="center"
            justify="space-between"
            gap="8px 24px"
            py="md"
            className={classes.step}
          >
            <div>
              <h2>{title}</h2>
              <Text c="dimmed">{why}</Text>
            </div>
            {mayConnect ? (
              <Button component={Link} to={href('/settings/connectors')} variant={place === 0 ? 'filled' : 'default'}>
                {verb}
              </Button>
            ) : (
              <Text c="dimmed">{onlyAdmins}</Text>
            )}
          </Flex>
        );
      })}
    </ol>
  );
}

const steps: Record<Kind, { title: string; why: string; verb: string }> = {
  channel: {
    title: 'Connect the channel that you sell on',
    why: 'Its orders arrive here automatically, and the channel is told when they have shipped.',
    verb: 'Connect a channel',
  },
  warehouse: {
    title: 'Connect the warehouse that ships',
    why: 'Orders are sent to it as soon as they are ready. Until then they wait here, and none is lost.',
    verb: 'Connect the warehouse',
  },
};

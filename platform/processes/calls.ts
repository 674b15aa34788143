/** What one side of a channel between processes can be asked for by name. Arguments and values are what V8 serialises. */
export type Offers = Record<string, (...args: never[]) => Promise<unknown>>;

export type Channel = { send: (message: Message) => void; onMessage: (receive: (message: Message) => void) => void };
export type Message =
  | { call: number; name: string; args: unknown[] }
  | { reply: number; value: unknown }
  | { reply: number; error: string };

export type Calls<Theirs extends Offers> = {
  /** @throws Error with the other side's message, or that of `end` */
  call: <Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>) => ReturnType<Theirs[Name]>;
  /** No reply will come any longer. */
  end: (error: Error) => void;
};

/** Calls over a channel, in both directions and any number at a time. */
export function callsOver<Theirs extends Offers>(channel: Channel, ours: Offers): Calls<Theirs> {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const serve = async ({ call, name, args }: Extract<Message, { call: number }>) => {
    try {
      const offer = Object.hasOwn(ours, name) ? ours[name] : undefined;
      if (!offer) throw new Error(`There is no ${name}.`);
      channel.send({ reply: call, value: await offer(...(args as never[])) });
    } catch (error) {
      channel.send({ reply: call, error: (error as Error).message });
    }
  };
  channel.onMessage((message) => {
    if ('call' in message) return void serve(message);
    const waiting = open.get(message.reply);
    open.delete(message.reply);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.value);
  });
  return {
    call(name, ...args) {
      const waiting = Promise.withResolvers<unknown>();
      last += 1;
      open.set(last, waiting);
      channel.send({ call: last, name, args });
      return waiting.promise as ReturnType<Theirs[typeof name]>;
    },
    end(error) {
      for (const waiting of open.values()) waiting.reject(error);
      open.clear();
    },
  };
}

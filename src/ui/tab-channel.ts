/** Creates a channel for messages between the tabs of this browser. */
export function tabChannel<Notice>(name: string) {
  return {
    post(notice: Notice): void {
      const channel = new BroadcastChannel(name);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
      channel.postMessage(notice);
      channel.close();
    },

    /** Subscribes to messages. Returns the unsubscribe function. */
    listen(listener: (notice: Notice) => void): () => void {
      const channel = new BroadcastChannel(name);
      channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => listener(data));
      return () => channel.close();
    },
  };
}

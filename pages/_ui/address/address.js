// Says what the address was when the server was lost. While there is one, nothing is said.
const senders = new WeakMap();

function join(parentElement) {
  const sender = joinOutbox({
    lists: () => ({ ops: [], commands: [] }),
    post: () => sender.say("query", location.search.slice(1)),
    onLate: () => {},
  });
  senders.set(parentElement, sender);
  return sender;
}

export default function ({ parentElement, setStateValue }) {
  const sender = senders.get(parentElement) ?? join(parentElement);
  sender.say = setStateValue;
  return () => {
    leaveOutbox(sender);
    senders.delete(parentElement);
  };
}

// Requests to the endpoints of a table. What the server refuses is thrown as a Refusal.

export class Refusal extends Error {
  constructor(error, status) {
    super(error.reason ?? error.message);
    this.code = error.code;
    this.rules = error.rules ?? [];
    this.status = status;
  }
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refusal({ code: "offline", message: "The server does not answer. Your move has not been made." }, 0);
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Refusal(body.error ?? { code: "request", message: response.statusText }, response.status);
}

export class Seat {
  constructor(base) {
    this.base = base;
  }

  // What this seat knows of the table, with the events that are new to it.
  async look(known) {
    return (await answered(fetch(this.base + this.query(known)))).json();
  }

  async send(path, body, known) {
    const request = fetch(this.base + path + this.query(known), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answered(request)).json();
  }

  async picture(width, colours) {
    return (await answered(fetch(`${this.base}/picture?mode=page&width=${width}&colours=${colours}`))).text();
  }

  query(known) {
    return known ? `?since=${known.moves}&epoch=${known.epoch}` : "";
  }

  // Call back whenever the table changes, and when the connection is there again after a break.
  listen(changed, connected) {
    const stream = new EventSource(`${this.base}/stream`);
    stream.onopen = () => connected(true);
    stream.onerror = () => connected(false);
    stream.onmessage = (message) => changed(JSON.parse(message.data));
    return stream;
  }
}

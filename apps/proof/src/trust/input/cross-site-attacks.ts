/** Attempts of a foreign page. Each reports `refused` or what it could read. */
export interface Attack {
  name: string;
  /** A frame reports nothing, because no browser lets a page read a foreign frame. */
  isFrame?: true;
  page(target: string): string;
}

const TASK = '{"title":"planted","dueDate":"2026-01-01"}';

export const ATTACKS: readonly Attack[] = [
  form('a form', '/tasks', 'application/x-www-form-urlencoded', 'title', 'planted'),
  form(
    'a form of text that is JSON',
    '/tasks',
    'text/plain',
    '{"title":"planted","a":"',
    '","dueDate":"2026-01-01"}',
  ),
  form('a form with a file', '/groceries', 'multipart/form-data', 'name', 'planted'),
  form('a form that logs out', '/auth/logout', 'application/x-www-form-urlencoded', 'a', 'b'),
  form('a form that logs out over tRPC', '/trpc/auth.logout', 'application/x-www-form-urlencoded', 'a', 'b'),
  form('a form that refreshes over tRPC', '/trpc/auth.refresh', 'text/plain', 'a', 'b'),
  form('a form that signs another person in', '/auth', 'text/plain', '{"password":"x","email":"', '"}'),
  image('/auth/refresh'),
  image('/api/goals'),
  script('/auth/refresh'),
  script('/trpc/auth.me'),
  fetched('/auth/refresh', ''),
  fetched('/auth/logout', "method: 'POST'"),
  fetched('/auth/logout', "method: 'POST', mode: 'no-cors'"),
  fetched('/trpc/auth.refresh', "method: 'POST', mode: 'no-cors'"),
  fetched('/trpc/auth.logout', "method: 'POST', mode: 'no-cors'"),
  fetched('/tasks', ''),
  fetched('/tasks', `method: 'POST', body: '${TASK}', headers: { 'content-type': 'application/json' }`),
  fetched('/tasks', `method: 'POST', body: '${TASK}', mode: 'no-cors'`),
  fetched('/tasks', "method: 'DELETE'"),
  fetched('/users', "headers: { authorization: 'Bearer x' }"),
  beacon('/auth/logout'),
  beacon('/trpc/auth.logout'),
  socket('/trpc'),
  socket('/trpc?connectionParams=1'),
  socket('/socket.io/?EIO=4&transport=websocket'),
  fetched('/socket.io/?EIO=4&transport=polling', ''),
  frame('/dash/tasks'),
  frame('/auth/refresh'),
  events('/trpc/live.onChange'),
];

function form(name: string, path: string, type: string, field: string, value: string): Attack {
  return {
    name: `${name} at ${path}`,
    page: target => `<iframe name="sink"></iframe>
<form method="post" action="${target}${path}" enctype="${type}" target="sink">
<input name="${escaped(field)}" value="${escaped(value)}"></form>
<script>document.forms[0].submit(); setTimeout(() => report('refused'), 150)</script>`,
  };
}

function image(path: string): Attack {
  return {
    name: `an image of ${path}`,
    page: target =>
      run(`const image = new Image();
image.onload = () => report('an image of ' + image.width);
image.onerror = () => report('refused');
image.src = '${target}${path}';`),
  };
}

function script(path: string): Attack {
  return {
    name: `a script of ${path}`,
    page: target =>
      run(`const script = document.createElement('script');
script.onload = () => report('it ran');
script.onerror = () => report('refused');
script.src = '${target}${path}';
document.body.append(script);`),
  };
}

function fetched(path: string, options: string): Attack {
  return {
    name: `a fetch of ${path} (${options.slice(0, 40)})`,
    page: target =>
      run(`fetch('${target}${path}', { credentials: 'include', ${options} })
.then(answer => (answer.type === 'opaque' ? 'refused' : answer.text().then(text => answer.status + ' ' + text)))
.then(report, () => report('refused'));`),
  };
}

function beacon(path: string): Attack {
  return {
    name: `a beacon to ${path}`,
    page: target =>
      run(`navigator.sendBeacon('${target}${path}', 'x'); setTimeout(() => report('refused'), 150);`),
  };
}

function socket(path: string): Attack {
  return {
    name: `a WebSocket to ${path}`,
    page: target =>
      run(`const socket = new WebSocket('${target.replace('http', 'ws')}${path}');
socket.onopen = () => report('it opened');
socket.onerror = () => report('refused');`),
  };
}

function frame(path: string): Attack {
  return {
    name: `a frame of ${path}`,
    isFrame: true,
    page: target => `<iframe src="${target}${path}"></iframe>`,
  };
}

function events(path: string): Attack {
  return {
    name: `a stream of ${path}`,
    page: target =>
      run(`const source = new EventSource('${target}${path}', { withCredentials: true });
source.onopen = () => report('it opened');
source.onerror = () => report('refused');`),
  };
}

function run(code: string): string {
  return `<script>${code}</script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

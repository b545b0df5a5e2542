// nginx, HAProxy and Caddy in front of two servers and a relay, configured as docs/cluster.md says.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server, Socket, sleep } from './ws.mjs';

const guide = readFileSync(fileURLToPath(new URL('../docs/cluster.md', import.meta.url)), 'utf8');

// The block of the guide that begins like this, with addresses of this machine.
function configuration(start, port, [a, b, relay = 9]) {
  const blocks = [...guide.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, block]) => block);
  const found = blocks.find((block) => block.startsWith(start));
  if (found === undefined) throw new Error(`docs/cluster.md has no block that begins ${start}`);
  return found.replaceAll('10.0.0.1:8080', `127.0.0.1:${a}`)
    .replaceAll('10.0.0.2:8080', `127.0.0.1:${b}`)
    .replaceAll('10.0.0.3:8080', `127.0.0.1:${relay}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port}`)
    .replace(/^kufsa\.example \{/m, `http://:${port} {`);
}

// Each runs in the foreground, with its files in a folder of the test's.
export const proxies = {
  nginx: (folder, port, nodes) => {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}
      http {\naccess_log off;\n${temporary}\n${configuration('upstream any', port, nodes)}}\n`);
    return ['nginx', ['-e', 'stderr', '-c', file]];
  },
  haproxy: (folder, port, nodes) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration('defaults', port, nodes));
    return ['haproxy', ['-db', '-f', file]];
  },
  caddy: (folder, port, nodes) => {
    const file = join(folder, 'Caddyfile');
    const own = '{\n    admin off\n    auto_https off\n}\n';
    writeFileSync(file, own + configuration('kufsa.example', port, nodes));
    return ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]];
  },
};

export const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

export class Proxy extends Server {
  static async start(name, port, nodes) {
    const proxy = Object.assign(new Proxy(), { port });
    proxy.folder = mkdtempSync(join(tmpdir(), `kufsa-${name}-`));
    const [program, words] = proxies[name](proxy.folder, proxy.port, nodes);
    const { folder } = proxy;
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    proxy.child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    proxy.text = '';
    proxy.ended = new Promise((done) => proxy.child.on('close', done).on('error', done));
    for (const stream of [proxy.child.stdout, proxy.child.stderr])
      stream.on('data', (bytes) => {
        proxy.text += bytes;
      });
    proxy.child.on('error', (error) => {
      proxy.text += error.message;
    });
    process.on('exit', () => proxy.child.kill('SIGKILL'));
    for (let tries = 0; ; tries++) {
      try {
        (await Socket.open(proxy)).close();
        return proxy;
      } catch (error) {
        if (tries > 300) throw new Error(`${name}: ${error.message}\n${proxy.text}`);
        await sleep(50);
      }
    }
  }

  async stop() {
    this.child.kill('SIGTERM');
    await this.ended;
    rmSync(this.folder, { recursive: true });
  }
}

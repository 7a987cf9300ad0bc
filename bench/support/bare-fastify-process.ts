import Fastify from 'fastify';

process.once('message', (json: string) => {
  const body = JSON.parse(json) as unknown;
  const app = Fastify();
  app.get('/', async () => body);
  void app.listen({ port: 0, host: '127.0.0.1' }).then((url) => process.send?.(url));
});
process.on('disconnect', () => process.exit(0));

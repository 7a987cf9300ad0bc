#!/usr/bin/env node
// The one command of this package: `fifthwheel server|worker|…`, in a checkout, an installation and the image.
// What follows may need a newer Node.js even to be read.
import './node-version.mjs';

import('./program.mjs').catch(function (error) {
  console.error('The start failed: ' + error.message);
  process.exit(1);
});

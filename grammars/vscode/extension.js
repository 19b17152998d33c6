// Starts `beh lsp` for .beh files and lets VS Code talk to it.
"use strict";

const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The program of the settings; a path with a separator is taken from the workspace. */
function program(settings) {
  const command = settings.get("command", "beh");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const isPath = command.includes("/") || command.includes("\\");
  return folder && isPath && !path.isAbsolute(command) ? path.join(folder, command) : command;
}

async function start() {
  const settings = vscode.workspace.getConfiguration("behave");
  const command = program(settings);
  const server = { command, args: settings.get("arguments", ["lsp"]) };
  const options = {
    documentSelector: [{ language: "beh" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.beh") },
  };
  client = new LanguageClient("behave", "behave", server, options);
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    vscode.window.showErrorMessage(
      `behave: cannot start \`${command}\` (${problem.message ?? problem}). Install it with ` +
        '`pip install "behave-engine[lsp]"` or set behave.command.'
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("behave.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("behave")) return restart();
    })
  );
  await start();
}

module.exports = { activate, deactivate: stop };

import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../../sandbox/folders';
import type { Mutant } from './mutants';

const { config } = ts.readConfigFile(
	path.join(projectFolder, 'tsconfig.json'),
	ts.sys.readFile,
) as {
	config: object;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
const host = ts.createCompilerHost(options);
let program: ts.Program | undefined;

/** Whether types do not allow it; a name that it leaves unused is no matter. */
export function isRefusedByCompiler({ file, text }: Mutant): boolean {
	const full = path.join(projectFolder, file);
	program = ts.createProgram({
		rootNames: [full],
		options: { ...options, incremental: false, noUnusedLocals: false, noUnusedParameters: false },
		host: {
			...host,
			getSourceFile: (name, version) =>
				name === full
					? ts.createSourceFile(name, text, version, true)
					: (program?.getSourceFile(name) ?? host.getSourceFile(name, version)),
		},
	});
	return program.getSemanticDiagnostics(program.getSourceFile(full)).length > 0;
}

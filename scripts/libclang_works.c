/* libclang_works FILE: whether this libclang does what bindgen needs: it loads, and it parses a program that includes one of
   its own headers. */
#include <dlfcn.h>
#include <stddef.h>

struct source { const char *name, *contents; unsigned long length; };

int main(int count, char **arguments) {
    static const char text[] = "#include <stddef.h>\nsize_t size;\n";
    struct source source = { "probe.c", text, sizeof text - 1 };
    void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (!library) return 1;
    void *(*create_index)(int, int) = (void *(*)(int, int))dlsym(library, "clang_createIndex");
    void *(*parse)(void *, const char *, const char *const *, int, struct source *, unsigned, unsigned) =
        (void *(*)(void *, const char *const, const char *const *, int, struct source *, unsigned, unsigned))
            dlsym(library, "clang_parseTranslationUnit");
    unsigned (*diagnostics)(void *) = (unsigned (*)(void *))dlsym(library, "clang_getNumDiagnostics");
    if (!create_index || !parse || !diagnostics) return 1;
    void *unit = parse(create_index(0, 0), "probe.c", NULL, 0, &source, 1, 0);
    return unit && diagnostics(unit) == 0 ? 0 : 1;
}
